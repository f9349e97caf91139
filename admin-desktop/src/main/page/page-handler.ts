import { isOurPage, PAGE_ORIGIN } from './page-address.ts';

type Deps = {
  /** Answers what is no call, by its path with the query. */
  files: (method: string, path: string) => Promise<Response>;
  /** Answers a call: the request and its path with the query, such as `/api/json/orders?q=a`. */
  proxyRequest: (request: Request, path: string) => Promise<Response>;
};

/** All that the page can load: its own files, and under /api whatever the chosen server answers. */
export function createPageHandler({ files, proxyRequest }: Deps) {
  return async (request: Request): Promise<Response> => {
    if (!isOurPage(request.url)) return new Response('Not found.', { status: 404 });
    // Not by URL's own parts: what it makes of `..`, `\` and tabs is never to be looked up.
    const [path = ''] = request.url.slice(PAGE_ORIGIN.length).split('#');
    const [pathname = ''] = path.split('?');
    if (pathname === '/api' || pathname.startsWith('/api/')) return proxyRequest(request, path);
    return files(request.method, path || '/');
  };
}
