import { fakeServer, type Answers, type FakeServer } from '@northlight/shared/contracts/test/fake-server.ts';
import { useToasts } from '@northlight/shared/ui/toasts.ts';
import { cleanup } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';

type Page = {
  server: FakeServer;
  user: ReturnType<typeof userEvent.setup>;
  /** Where the page was sent. */
  leftFor: () => string | undefined;
};

/**
 * A page at an address, in front of a server of prepared answers. Render the component afterward. Everything is undone
 * after the test.
 */
export function openPage(address: string, answers: Answers): Page {
  const server = fakeServer(answers);
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    const { status, text } = await server.send({
      method: method === 'POST' ? 'POST' : 'GET',
      path,
      ...(typeof body === 'string' && { body: JSON.parse(body) }),
    });
    return new Response(status === 204 ? null : text, { status });
  });
  // happy-dom has neither.
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    value: { isActive: false, hasBeenActive: false },
  });
  // It would really send.
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: () => true });
  const goes = [vi.spyOn(location, 'assign'), vi.spyOn(location, 'replace')].map((go) =>
    go.mockImplementation(() => undefined),
  );
  history.replaceState(null, '', address);
  onTestFinished(() => {
    // First, because it would draw the changes below.
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
    useToasts.setState(useToasts.getInitialState(), true);
  });
  return {
    server,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    leftFor: () => goes.flatMap(({ mock }) => mock.calls.map(([url]) => String(url))).at(-1),
  };
}
