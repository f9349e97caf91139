import { useMemo, startTransition, useEffect, useState } from 'react';
import { AdminApp } from '@northlight/shared/admin/app/admin-app.tsx';
import type { AdminPlatform } from '@northlight/shared/admin/base/admin-context.ts';
import { fetchStream, fetchTransport } from '@northlight/shared/admin/host/fetch-transport.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { AboutResponse } from '@northlight/shared/contracts/operations.ts';
import type { Server } from '../bridge.ts';
import { ComputerSwitch, DesktopSettings } from './settings/this-computer.tsx';
import { failureWords, chooseServer, currentOf, openServer, useServers } from './servers/servers-store.ts';

export function Console({ server: { name, address } }: { server: Server }) {
  const { businessName, businessEmail } = useAbout(name);
  const platform = useMemo(
    (): AdminPlatform => ({
      send: fetchTransport,
      hasCache: true,
      openStream: fetchStream,
      download,
      save,
      homeUrl: address,
      shopName: name,
      Shops,
      OwnSettings: DesktopSettings,
      OwnNotices,
      BelowLogin: ChooseAnother,
    }),
    [address, name],
  );
  return <AdminApp platform={platform} businessName={businessName} businessEmail={businessEmail} />;
}

/** Asks where to save a file from the server. An invoice or a quote opens in a window. */
function download(path: string): void {
  const isToRead = /\.pdf(?:\?|$)/.test(path);
  void showResult(
    window.northlight.saveDownload(path),
    isToRead ? 'Opened. It is in Downloads, too' : undefined,
  );
}

/** Asks where to save text. */
function save(name: string, text: string): void {
  void showResult(window.northlight.saveText(name, text));
}

/** Shows the result, unless the user canceled the dialog. */
async function showResult(saving: Promise<boolean>, title = 'File saved'): Promise<void> {
  try {
    if (await saving) showToast({ title });
  } catch (error) {
    showToast({ title: 'Couldn’t save the file', description: failureWords(error), isError: true });
  }
}

const OwnNotices = () => <ComputerSwitch name="hasNotices" />;

/** Shown below the login: the shop's address and a button to switch shops. */
function ChooseAnother() {
  const server = useServers(currentOf);
  return (
    <p className="admin-aside servers-choose stack soft xs">
      <bdi>{server?.address}</bdi>
      <button type="button" className="link-button xs" onClick={() => chooseServer(true)}>
        Switch shops
      </button>
    </p>
  );
}

/** Under the shop's name: the shops on this computer, and a way to add one. */
function Shops() {
  const { saved, current } = useServers();
  return (
    <>
      {saved.length > 1 &&
        saved.map(({ id, name }) => (
          <Button
            key={id}
            isQuiet
            aria-current={id === current || undefined}
            onClick={() => id !== current && void openServer(id)}
          >
            <bdi>{name}</bdi>
          </Button>
        ))}
      <Button isQuiet onClick={() => chooseServer(true)}>
        All shops
      </Button>
    </>
  );
}

type About = Pick<AboutResponse, 'businessName' | 'businessEmail'>;

/** The shop's name and email address. The dashboard does not wait for them. */
function useAbout(serverName: string): About {
  const [about, setAbout] = useState<About>({ businessName: serverName, businessEmail: '' });
  useEffect(() => {
    const leaving = new AbortController();
    askAbout(leaving.signal).then(
      // This renders the whole dashboard again, so it is not urgent.
      (response) => response && startTransition(() => setAbout(response)),
      // Keep the administrator's name for the shop. The lists say that the server is unreachable.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return about;
}

async function askAbout(signal: AbortSignal): Promise<About | undefined> {
  const { status, text } = await fetchTransport({ method: 'GET', path: pathOf('GET /api/about'), signal });
  return status === 200 ? AboutResponse.safeParse(JSON.parse(text)).data : undefined;
}
