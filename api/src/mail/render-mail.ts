import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const views = fileURLToPath(new URL('./templates', import.meta.url));
const html = new Eta({ views, cache: true });
const text = new Eta({ views, cache: true, autoEscape: false, autoTrim: false, defaultExtension: '.txt' });

/** Both parts of a mail, from the two templates of its name. */
export function renderMail(name: string, view: object): { html: string; text: string } {
  return { html: html.render(`./${name}`, view), text: text.render(`./${name}`, view) };
}
