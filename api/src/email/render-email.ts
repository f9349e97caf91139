import { Eta } from 'eta';
import { accentsOf, chosenColors } from '@northlight/shared/content/colors.ts';
import type { Content } from '@northlight/shared/content/field.ts';
import { sourceFile } from '../base/paths.ts';
import type { EmailContent } from './blocks.ts';
import { emailText, type Business } from './email-text.ts';

const eta = new Eta({ views: sourceFile('email/templates'), cache: true });

/** The three bars beside the name, on light and on dark ground. */
const BARS = {
  website: ['#2b6cd4', '#7fb0ff'],
  voice: ['#d2502a', '#ff9472'],
  onhold: ['#178055', '#5fcf9c'],
};

/** Renders both parts of an email in the colors of the owner's content. Eta escapes all text in the HTML part. */
export function renderEmail(
  letter: EmailContent,
  business: Business,
  content: Content = {},
): { html: string; text: string } {
  const chosen = chosenColors(content).map(([id, color]) => {
    const { light, dark } = accentsOf(color);
    return [id, [light.accent, dark.accent]];
  });
  const bars = { ...BARS, ...Object.fromEntries(chosen) };
  return { html: eta.render('./email', { letter, business, bars }), text: emailText(letter, business) };
}
