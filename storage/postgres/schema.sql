create table if not exists pair (
	tbl   text collate "C" not null,
	key   bytea not null,
	value bytea not null,
	primary key (tbl, key)
);
create table if not exists state (
	one        boolean primary key default true check (one),
	generation bigint not null default 0,
	epoch      bigint not null default 0
);
alter table state add column if not exists mark bigint not null default 0;
insert into state default values on conflict do nothing;
drop table if exists change, lease; -- of earlier versions
