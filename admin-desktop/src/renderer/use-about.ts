import { fetchTransport } from '@northlight/shared/admin/host/fetch-transport.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { AboutAnswer } from '@northlight/shared/contracts/shop/about.ts';
import { startTransition, useEffect, useState } from 'react';

type About = Pick<AboutAnswer, 'businessName' | 'businessEmail'>;

/** Whose shop it is; the dashboard does not wait for the answer. */
export function useAbout(serverName: string): About {
  const [about, setAbout] = useState<About>({ businessName: serverName, businessEmail: '' });
  useEffect(() => {
    const leaving = new AbortController();
    askAbout(leaving.signal).then(
      // The whole console is drawn anew with it, which may wait.
      (answer) => answer && startTransition(() => setAbout(answer)),
      // The name that the administrator gave stays; the lists say that the server is away.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return about;
}

async function askAbout(signal: AbortSignal): Promise<About | undefined> {
  const { status, text } = await fetchTransport({ method: 'GET', path: pathOf('GET /api/about'), signal });
  return status === 200 ? AboutAnswer.safeParse(JSON.parse(text)).data : undefined;
}
