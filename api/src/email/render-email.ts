import { Eta } from 'eta';
import { sourceFile } from '../base/paths.ts';
import type { EmailContent } from './blocks.ts';
import { emailText, type Business } from './email-text.ts';

const eta = new Eta({ views: sourceFile('email/templates'), cache: true });

/** Renders both parts of an email. Eta escapes all text in the HTML part. */
export function renderEmail(letter: EmailContent, business: Business): { html: string; text: string } {
  return { html: eta.render('./email', { letter, business }), text: emailText(letter, business) };
}
