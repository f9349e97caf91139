import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dotEnv = fileURLToPath(new URL('../../.env', import.meta.url));
if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);

/** The settings printed into the pages. Changing one rebuilds the site. */
export const siteSettings = {
  publicUrl: process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || 3000}`,
  businessName: process.env['BUSINESS_NAME'] || 'Northlight Studio',
  businessEmail: process.env['BUSINESS_EMAIL'] || 'hello@northlight.example',
  businessPhone: process.env['BUSINESS_PHONE'] || '(555) 014-2280',
  businessAddress: process.env['BUSINESS_ADDRESS'] || '214 North Light Lane, Suite 3, Ann Arbor, MI 48104',
  taxesRecurring: process.env['RECURRING_TAX'] === 'on',
  /** The YouTube address of the demo video, if there is one. */
  youtubeUrl: youtubeUrl(process.env['YOUTUBE_URL']),
};

/** Throws when the setting is not a usable link. */
function youtubeUrl(setting: string | undefined): string | undefined {
  if (!setting) return undefined;
  if (URL.canParse(setting) && new URL(setting).protocol === 'https:') return setting;
  throw new Error('YOUTUBE_URL must be an address such as https://www.youtube.com/watch?v=...');
}
