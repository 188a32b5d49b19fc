"""A person with a chat program in Python: joins the rooms that they are invited to, reads, and
fetches and decrypts pictures, until somebody says "goodbye". Prints what has been read as one line
of JSON.

    python read.py HOMESERVER USER PASSWORD
"""

import asyncio
import json
import sys
import tempfile

import nio
from nio.crypto import decrypt_attachment


class Reader:
    def __init__(self, client):
        self.client = client
        self.read = {}  # the texts of messages, by event
        self.pictures = []  # the first bytes of each
        self.unread = {}  # events that are not decrypted
        client.add_event_callback(self.invited, nio.InviteMemberEvent)
        client.add_event_callback(self.message, nio.RoomMessage)
        client.add_event_callback(self.sealed, nio.MegolmEvent)
        client.add_response_callback(self.again, nio.SyncResponse)

    async def invited(self, room, event):
        if event.membership == "invite" and event.state_key == self.client.user_id:
            await self.client.join(room.room_id)

    async def message(self, room, event):
        self.read[event.event_id] = event.source["content"].get("body", "")
        if isinstance(event, nio.RoomEncryptedImage):
            response = await self.client.download(event.url)
            data = decrypt_attachment(response.body, event.key["k"], event.hashes["sha256"], event.iv)
            self.pictures.append(data[1:4].decode("latin-1"))
        elif self.read[event.event_id] == "goodbye":
            self.client.stop_sync_forever()

    async def sealed(self, room, event):
        self.unread[event.event_id] = event

    async def again(self, response):
        """Decrypts what came before its key."""
        for event in list(self.unread.values()):
            try:
                clear = self.client.decrypt_event(event)
            except nio.EncryptionError:
                continue
            del self.unread[event.event_id]
            await self.message(None, clear)


async def main(homeserver, user, password):
    with tempfile.TemporaryDirectory() as folder:
        client = nio.AsyncClient(homeserver, user, store_path=folder, config=nio.AsyncClientConfig(encryption_enabled=True))
        try:
            login = await client.login(password)
            if not isinstance(login, nio.LoginResponse):
                sys.exit(str(login))
            reader = Reader(client)
            await asyncio.wait_for(client.sync_forever(timeout=30000), 240)
            print(json.dumps({"read": reader.read, "pictures": reader.pictures, "unread": list(reader.unread)}))
        finally:
            await client.close()


asyncio.run(main(*sys.argv[1:]))
