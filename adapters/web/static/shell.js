// What a page inside Discord gets from the page around it, which keeps the secret of the session: the shell. Elsewhere there is none, and
// cookies do the same.

// shell is what the page around this one offers, undefined if there is none.
export const shell = window.parent === window ? undefined : around();

function around() {
  try {
    return window.parent.raumbotShell;
  } catch {
    return undefined; // another site
  }
}

// credentials are the headers by which a script says who asks.
export const credentials = () => (shell ? { Authorization: "Bearer " + shell.session() } : {});

// events opens a stream.
export const events = (url) => (shell ? new Stream(url) : new EventSource(url));

// Stream is as much of an EventSource as the pages need, with credentials. It does not open itself again.
class Stream extends EventTarget {
  readyState = EventSource.CONNECTING;
  #ended = new AbortController();

  constructor(url) {
    super();
    this.#read(url).catch(() => {}).then(() => {
      if (this.readyState === EventSource.CLOSED) return;
      this.readyState = EventSource.CLOSED;
      this.onerror?.();
    });
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.#ended.abort();
  }

  async #read(url) {
    const answer = await fetch(url, { headers: { Accept: "text/event-stream", ...credentials() }, cache: "no-store", signal: this.#ended.signal });
    if (!answer.ok) return;
    const parts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    this.readyState = EventSource.OPEN;
    this.onopen?.();
    for (let text = ""; ;) {
      const { value, done } = await parts.read();
      if (done) return;
      const events = (text + value).split("\n\n");
      text = events.pop();
      for (const event of events) this.#tell(event);
    }
  }

  #tell(event) {
    const fields = new Map(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()]));
    if (fields.has("data")) this.dispatchEvent(new MessageEvent(fields.get("event") ?? "message", { data: fields.get("data") }));
  }
}
