import type { APIRequestContext } from 'playwright/test';
import sharp from 'sharp';
import { shopBody, type Changes } from '../../../api/test/shop/changed-shop.ts';
import { ADMIN } from './admin.ts';
import { serveInstalledShop } from './installed-shop.ts';
import { expect } from './shop.ts';

/** Each publishing builds the pages. */
export const UNTIL_BUILT = { timeout: 5 * 60_000 };

export type PublishedShop = Awaited<ReturnType<typeof servePublishedShop>>;

/** A shop with pages of its own, and what its owner does over the API. */
export async function servePublishedShop() {
  const { origin, stop } = await serveInstalledShop();
  const post = async (request: APIRequestContext, path: string, data: object) => {
    const answer = await request.post(origin + path, { data, headers: { origin } });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const read = async (request: APIRequestContext, path: string) => (await request.get(origin + path)).json();
  /** Saves changes as a draft, or publishes them. */
  const change = async (request: APIRequestContext, changes: Changes, publish = false) =>
    post(request, '/api/json/shop', shopBody(await read(request, '/api/json/shop'), changes, { publish }));
  return {
    origin,
    stop,
    post,
    read,
    change,
    logIn: (request: APIRequestContext) => post(request, '/api/admin/login', ADMIN),
    /** Publishes changes and waits until buyers see them. Returns the version. */
    publish: async (request: APIRequestContext, changes: Changes): Promise<number> => {
      const { version } = await change(request, changes, true);
      const state = async () => {
        const { failure, publishedVersion } = await read(request, '/api/json/shop');
        return failure ?? publishedVersion;
      };
      await expect.poll(state, UNTIL_BUILT).toBe(version);
      return version;
    },
    /** Stores a picture for the pages, and returns its name. */
    upload: async (request: APIRequestContext, key: string, width: number, height: number) => {
      const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="60%" height="100%" fill="#c50"/></svg>`;
      const answer = await request.post(`${origin}/api/json/shop/media/${key}`, {
        data: await sharp(Buffer.from(stripes)).png().toBuffer(),
        headers: { origin, 'content-type': 'application/octet-stream' },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      return (await answer.json()).file as string;
    },
  };
}
