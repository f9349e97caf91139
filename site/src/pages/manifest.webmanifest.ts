import { siteSettings } from '../../build/site-settings.ts';
import { THEME_COLORS } from '../content/theme-colors.ts';

const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192' },
  { src: '/icons/icon-512.png', sizes: '512x512' },
  { src: '/icons/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
];

export function GET(): Response {
  return Response.json(
    {
      name: siteSettings.businessName,
      lang: 'en',
      start_url: '/',
      // Customers should always see which shop they are on.
      display: 'minimal-ui',
      theme_color: THEME_COLORS.light,
      background_color: THEME_COLORS.light,
      icons: icons.map((icon) => ({ ...icon, type: 'image/png' })),
    },
    { headers: { 'Content-Type': 'application/manifest+json' } },
  );
}
