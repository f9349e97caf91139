import { AdminApp } from '@northlight/shared/admin/admin-app.tsx';
import type { AdminPlatform } from '@northlight/shared/admin/admin-context.ts';
import { fetchStream } from '@northlight/shared/admin/host/fetch-stream.ts';
import { fetchTransport } from '@northlight/shared/admin/host/fetch-transport.ts';
import { useMemo } from 'react';
import type { Server } from '../bridge.ts';
import { download, save } from './desktop-files.ts';
import { ChooseAnother } from './servers/switch-shop.tsx';
import { DesktopSettings } from './settings/desktop-settings.tsx';
import { useAbout } from './use-about.ts';

export function Console({ server: { name, address } }: { server: Server }) {
  const { businessName, businessEmail } = useAbout(name);
  const platform = useMemo(
    (): AdminPlatform => ({
      send: fetchTransport,
      keepsAnswers: true,
      openStream: fetchStream,
      download,
      save,
      homeUrl: address,
      OwnSettings: DesktopSettings,
      BelowLogin: ChooseAnother,
    }),
    [address],
  );
  return <AdminApp platform={platform} businessName={businessName} businessEmail={businessEmail} />;
}
