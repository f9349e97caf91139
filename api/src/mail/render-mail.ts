import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Env } from '../env.ts';
import type { Letter } from './blocks.ts';
import { mailText } from './mail-text.ts';

export type Business = Env['business'];

const eta = new Eta({ views: fileURLToPath(new URL('./templates', import.meta.url)), cache: true });

/** Both parts of a mail. Whatever a letter says is escaped in the HTML part by eta. */
export function renderMail(letter: Letter, business: Business): { html: string; text: string } {
  return { html: eta.render('./mail', { letter, business }), text: mailText(letter, business) };
}
