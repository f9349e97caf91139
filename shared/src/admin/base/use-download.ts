import { failureText } from '../../contracts/call-error.ts';
import { showToast } from '../../ui/toasts.ts';
import { useAdminHost } from './admin-context.ts';

/** Downloads an export. It first asks for the second factor again if that is due. */
export function useDownload(): (path: string) => void {
  const { client, download } = useAdminHost();
  return (path) =>
    void client.call('POST /api/admin/security/ready').then(
      () => download(path),
      (error: unknown) => {
        const description = failureText(error, 'Please try again.', 'Couldn’t reach the server.');
        showToast({ title: 'Couldn’t download the file', description, isError: true });
      },
    );
}
