// The server of that shop on a loopback port, and what was ordered there. It answers as fast as it can: what a benchmark measures is what
// drives the browser, not the app.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../harness/listen.ts';
import * as pages from './pages.ts';

/** Who may sign in. */
export const CUSTOMER = { email: 'ann@example.test', password: 'walnut and brass' } as const;

/** A running shop. */
export interface Shop {
  /** Without a slash at the end. */
  readonly url: string;
  /** What customers did that a test has to see: orders, and what was put into a cart. Oldest first. */
  readonly sales: readonly string[];
  close(): Promise<void>;
}

/** What the shop knows of one browser. */
interface Visit {
  customer: boolean;
  item: string | undefined;
  quantity: number;
  order: { readonly title: string; readonly text: string } | undefined;
}

function totalOf({ item = '', quantity }: Visit): string {
  return `Total ${(pages.GOODS[item]?.price ?? 0) * quantity}.00 for ${pages.COUNTS[quantity - 1]}`;
}

/** Serves the shop on a free port of 127.0.0.1. */
export async function serveShop(furnishing: pages.Furnishing): Promise<Shop> {
  const visits = new Map<string, Visit>();
  const sales: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const visitOf = (request: IncomingMessage, response: ServerResponse): Visit => {
    const known = visits.get(/visit=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    if (known !== undefined) return known;
    const visit: Visit = { customer: false, item: undefined, quantity: 1, order: undefined };
    visits.set(String(visits.size), visit);
    response.setHeader('set-cookie', `visit=${visits.size - 1}; HttpOnly; SameSite=Lax`);
    return visit;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const visit = visitOf(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const page = (title: string, body: string): void =>
      void response.end(pages.documentOf(title, body, furnishing));
    const goTo = (path: string): void => void response.writeHead(303, { location: path }).end();
    const good = visit.item === undefined ? undefined : pages.GOODS[visit.item];
    const total = totalOf(visit);
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /sign-in':
        return page('Sign in', pages.signIn);
      case 'POST /sign-in':
        visit.customer = form.get('email') === CUSTOMER.email && form.get('password') === CUSTOMER.password;
        return goTo(visit.customer ? '/shop' : '/sign-in');
      case 'GET /single':
        return page('Offer of the day', pages.single);
      case 'POST /add': {
        const item = form.get('item') ?? '';
        visit.item = item;
        sales.push(`cart: ${pages.GOODS[item]?.name}`);
        return void response.end('1 item in the cart');
      }
      case 'GET /find':
        return void response.end(pages.found(url.searchParams.get('q') ?? ''));
      case 'POST /quantity':
        visit.quantity = Number(form.get('quantity'));
        return void response.end(totalOf(visit));
    }
    if (!visit.customer) return goTo('/sign-in');
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /shop':
        return page('Shop', pages.search(good === undefined ? '0 items in the cart' : '1 item in the cart'));
      case 'GET /cart':
        return page('Cart', pages.cart(good?.name ?? '', total));
      case 'GET /checkout':
        return page('Checkout', pages.checkout);
      case 'POST /order': {
        const wrapped = form.has('gift') ? ', gift-wrapped' : '';
        const text = `${visit.quantity} × ${good?.name}${wrapped}, to ${form.get('street')}. ${total}`;
        visit.order = { title: `Thank you, ${form.get('name')}`, text };
        sales.push(`order: ${text}`);
        return goTo('/confirmation');
      }
      case 'GET /confirmation':
        return page(visit.order?.title ?? 'No order', pages.confirmation(visit.order?.text ?? ''));
      default:
        return void response.writeHead(404).end('Not found');
    }
  }

  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sales,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
