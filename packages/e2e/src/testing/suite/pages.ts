// The fixture app of the engine suite as web pages, and a server for them. An engine of another kind serves the same screens
// its own way; `fixtureApp` does it for the fake engine.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One screen of the fixture app. */
export interface FixturePage {
  readonly path: string;
  readonly title: string;
  /** A whole document without requests to anywhere but its own origin. */
  readonly html: string;
}

/** Every screen of the fixture app. */
export const FIXTURE_PAGES: readonly FixturePage[] = [
  page(
    '/reading',
    'Reading',
    `<h1>Reading</h1>
<nav aria-label="Main"><a href="/acting">Acting</a></nav>
<ul aria-label="Fruit"><li>Apple <button>Eat</button></li><li>Pear <button>Eat</button></li></ul>
<label>Email <input type="email" autocomplete="email" placeholder="you@example.test" data-testid="email" value="ann@x.test"></label>
<label>Password <input type="password" value="hush"></label>
<label><input type="checkbox" checked> Terms</label>
<label>Country <select><option>Spain</option><option>Italy</option></select></label>
<button disabled>Frozen</button>
<button aria-pressed="true">Bold</button>
<button aria-expanded="false">More</button>
<button hidden>Ghost</button>
<div role="status">all quiet</div>`,
  ),
  page(
    '/acting',
    'Acting',
    `<h1>Acting</h1>
<div role="status" id="log">nothing yet</div>
<button id="tap">Tap me</button>
<button id="gone" onclick="this.remove(); say('removed')">Remove me</button>
<button id="soon" onclick="setTimeout(() => say('later'), 80)">Soon</button>
<button disabled id="locked" onclick="say('unlocked and tapped')">Locked</button>
<button onclick="setTimeout(() => { locked.disabled = false }, 80)">Unlock</button>
<label>Name <input id="name" onkeydown="if (event.key === 'Enter') say('entered ' + this.value)" oninput="say('typed ' + this.value)"></label>
<label>Fixed <input readonly value="stays"></label>
<label>Secret <input type="password" oninput="say('secret of ' + this.value.length)"></label>
<label><input type="checkbox" onchange="say('checked ' + this.checked)"> Agree</label>
<label>Colour <select onchange="say('chose ' + this.value)"><option>Red</option><option>Blue</option></select></label>
<label>File <input type="file" onchange="say('got ' + this.files[0].name)"></label>
<div style="position:relative"><button onclick="say('reached')">Under</button>
<div id="cover" style="position:absolute;inset:0;background:#eee">a curtain</div></div>
<button onclick="setTimeout(() => cover.remove(), 80)">Uncover</button>`,
    `tap.onclick = () => say('tapped'); tap.ondblclick = () => say('double-tapped');
tap.oncontextmenu = (event) => { event.preventDefault(); say('menu') }; tap.onmouseenter = () => say('hovered');`,
  ),
  page(
    '/pointer',
    'Pointer',
    `<button id="corner" style="position:fixed;left:10px;top:10px;width:100px;height:40px">Corner</button>
<div style="height:70px"></div><h1>Pointer</h1><div role="status" id="log" style="position:fixed;right:0;top:0">nothing yet</div>
<p><button id="hold">Hold me</button></p><p><button id="card">Card</button> <button id="slot">Slot</button></p>
<main id="feed" style="height:4000px"><p>The start</p></main>`,
    `corner.onclick = () => say('corner tapped'); corner.onmouseenter = () => say('corner hovered');
let held, dragged = false; hold.onpointerdown = () => { held = setTimeout(() => say('held'), 300) };
hold.onpointerup = () => clearTimeout(held); card.onmousedown = () => { dragged = true };
slot.onmouseup = () => { if (dragged) say('dropped Card') };
onscroll = () => { say('scrolled'); if (scrollY > 300 && feed.children.length === 1) feed.insertAdjacentHTML('beforeend', '<p>The end</p>') };`,
  ),
  page(
    '/modal',
    'Modal',
    `<h1>Modal</h1><button>Behind</button>
<dialog id="box" aria-label="Confirm"><button onclick="box.close()">Close</button></dialog>`,
    'box.showModal();',
  ),
  page(
    '/dialogs',
    'Dialogs',
    `<h1>Dialogs</h1><div role="status" id="log">nothing yet</div>
<button onclick="alert('Hello'); say('alerted')">Alert</button>
<button onclick="say('confirmed ' + confirm('Sure?'))">Confirm</button>
<button onclick="say('prompted ' + prompt('Who?'))">Prompt</button>`,
  ),
  page('/pages', 'Pages', '<h1>Pages</h1><a href="/second" target="_blank">Open second</a>'),
  page('/second', 'Second', '<h1>Second</h1>'),
  page(
    '/requests',
    'Requests',
    `<h1>Requests</h1><div role="status" id="log">nothing yet</div>
<button onclick="fetch('/api/items', { method: 'POST' }).then((answer) => say('answered ' + answer.status))">Send</button>`,
  ),
  page(
    '/visits',
    'Visits',
    '<h1>Visits</h1><div role="status" id="log"></div>',
    `const visits = Number(localStorage.visits ?? 0) + 1; localStorage.visits = visits;
const known = document.cookie.includes('known=1'); document.cookie = 'known=1; path=/';
say('visit ' + visits + (known ? ', known' : ', new'));`,
  ),
];

function page(path: string, title: string, body: string, script = ''): FixturePage {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body>${body}<script>function say(text) { log.textContent = text }\n${script}</script></body></html>`;
  return { path, title, html };
}

/** How long the fixture server thinks about a POST, in ms: long enough to be seen in flight. Source: chosen. */
const ANSWER_MS = 120;

/** A loopback server of fixture pages; a POST below `/api/` is answered with 201, late. */
export async function servePages(
  pages: readonly FixturePage[] = FIXTURE_PAGES,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method === 'POST' && path.startsWith('/api/')) {
      setTimeout(() => response.writeHead(201).end(), ANSWER_MS);
      return;
    }
    const found = pages.find((each) => each.path === path);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(found?.html ?? '<!doctype html><title>Not found</title><h1>Not found</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
