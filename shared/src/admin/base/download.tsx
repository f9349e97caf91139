import type { ComponentProps } from 'react';
import { useAdminHost } from './admin-context.ts';
import { showFailure } from './ui-store.ts';

/** Downloads an export. It first asks for the second factor again if that is due. */
export function useDownload(): (path: string) => void {
  const { client, download } = useAdminHost();
  return (path) =>
    void client.call('POST /api/admin/security/ready').then(
      () => download(path),
      (error: unknown) => showFailure('Couldn’t download the file', error),
    );
}

type DownloadLinkProps = ComponentProps<'a'> & { path: string; go?: () => void };

export function DownloadLink({ path, go, children, ...link }: DownloadLinkProps) {
  const { download } = useAdminHost();
  return (
    <a
      {...link}
      href={path}
      download
      onClick={(event) => {
        event.preventDefault();
        if (go) go();
        else download(path);
      }}
    >
      {children}
    </a>
  );
}
