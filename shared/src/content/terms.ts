import type { Content } from './field.ts';

/** Whether buyers must accept the shop's terms: once the owner has written any. */
export function hasTerms(content: Content): boolean {
  const sections = content['terms.sections'];
  return Array.isArray(sections) && sections.length > 0;
}
