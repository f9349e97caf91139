import type { APIRequestContext, PlaywrightWorkerArgs } from 'playwright/test';
import { PLACE_PATHS } from '@northlight/shared/contracts/places.ts';
import { ADMIN } from './admin.ts';
import { serveSite } from './own-server.ts';
import { PUBLIC_PAGES } from './public-pages.ts';
import { buyPaid } from './purchases.ts';
import { pageOf } from './recurring-steps.ts';
import { expect } from './shop.ts';

/** A window of any browser. */
export type Visitor = {
  /** The value of an expression in the page. */
  see: <Value>(expression: string) => Promise<Value>;
  open: (url: string) => Promise<void>;
  resize: (width: number) => Promise<void>;
  /** Presses these keys in a field. */
  type: (selector: string, text: string) => Promise<void>;
};

/** Everything is there, and nothing more is being read. The view of a dashboard comes after its frame. */
const RESTS = `document.readyState === 'complete'
  && [...(document.querySelector('#admin-panel') ?? document).querySelectorAll('h1, h2, h3')]
    .some((heading) => heading.getClientRects().length > 0)
  && !document.querySelector('.list-skeleton, .admin-wait, [aria-busy="true"]')`;

/** What a visitor would complain about. */
const FAULTS = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...[...document.querySelectorAll('[role=alert], .alert, .admin-failure')]
      .filter((alert) => alert.getClientRects().length > 0)
      .map((alert) => alert.textContent.trim())
      .filter(Boolean),
    ...(/stopped working|Something went wrong|Login required/.exec(document.body.innerText) ?? []),
    ...(scrollWidth > clientWidth ? ['It scrolls sideways: ' + scrollWidth + ' of ' + clientWidth] : []),
  ];
})()`;

/** Opens everything that a customer and an owner see, in a shop of 12 weeks, at the width of a desk and of a phone. */
export async function walk(visitor: Visitor, { request }: PlaywrightWorkerArgs['playwright']): Promise<void> {
  const shop = await serveSite({ orders: 60 });
  const api = await request.newContext({ baseURL: shop.origin });
  try {
    const { pages, views } = await addressesOf(api, shop.origin);
    for (const width of [1280, 390]) {
      await visitor.resize(width);
      for (const path of pages) await look(path);
    }
    await visitor.open(`${shop.origin}/admin-login`);
    await expect.poll(() => visitor.see(`document.querySelector('[name=password]') !== null`)).toBe(true);
    await visitor.type('[name=username]', ADMIN.username);
    await visitor.type('[name=password]', ADMIN.password);
    await visitor.see(`document.querySelector('form [type=submit]').click()`);
    await expect.poll(() => visitor.see('location.pathname')).toBe('/admin-dashboard');
    await look('/admin-dashboard#/settings');
    const sections = await visitor.see<string[]>(
      `[...document.querySelectorAll('a[href*="#/settings/"]')].map(({ hash }) => hash.slice(1))`,
    );
    expect(sections.length).toBeGreaterThan(10);
    for (const width of [1280, 390]) {
      await visitor.resize(width);
      // A query of its own loads the page anew.
      for (const [index, view] of [...views, ...new Set(sections)].entries())
        await look(`/admin-dashboard?view=${width}-${index}#${view}`);
    }
    await visitor.resize(1280);
    await chooseMonth();
    await typeDate();
  } finally {
    await api.dispose();
    await shop.stop();
  }

  async function look(path: string): Promise<void> {
    await visitor.open(shop.origin + path);
    await expect.poll(() => visitor.see(RESTS), path).toBe(true);
    await expect.poll(() => visitor.see(FAULTS), path).toEqual([]);
  }

  async function chooseMonth(): Promise<void> {
    await look('/admin-dashboard?view=books#/books?month=2026-1');
    const month = '.books-months select';
    const before = await visitor.see<string>(`document.querySelector('${month}').value`);
    await visitor.see(`(() => {
      const list = document.querySelector('${month}');
      const other = [...list.options].findLast(({ disabled, value }) => !disabled && value !== list.value);
      list.value = other.value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await expect.poll(() => visitor.see(`document.querySelector('${month}').value`)).not.toBe(before);
    expect(await visitor.see('location.hash')).toMatch(/^#\/books\?month=20\d\d-\d\d$/);
  }

  async function typeDate(): Promise<void> {
    await look('/admin-dashboard?view=filter#/orders');
    await visitor.see(
      `[...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Filter')).click()`,
    );
    await visitor.type('.list-day input', '12/01/2026');
    await expect.poll(() => visitor.see('location.hash')).toBe('#/orders?from=2026-12-01');
    expect(await visitor.see(`document.querySelector('.list-day input').value`)).toBe('2026-12-01');
  }
}

async function addressesOf(api: APIRequestContext, origin: string) {
  const read = async (path: string) => (await api.get(path)).json();
  await api.post('/api/admin/login', { data: ADMIN });
  const order = await buyPaid({ request: api }, ['website', 'onhold'], { origin });
  const { quotes } = await read('/api/json/quotes?state=open');
  const { quote } = await read(`/api/json/quotes/${quotes[0].number}`);
  const { customers } = await read('/api/json/customers');
  const { pathname, search } = new URL(quote.link);
  return {
    pages: [...PUBLIC_PAGES, pageOf(order), pathname + search],
    views: [
      ...PLACE_PATHS,
      `/case/${order.orderNumber}`,
      `/customers/${customers[0].id}`,
      '/quotes/new',
      `/quotes/${quote.number}`,
    ],
  };
}
