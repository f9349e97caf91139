const MAIL_PARTS = new Set(['to', 'cc', 'subject', 'body']);
const MAX_LENGTH = 2_000;
const OUTSIDE = new Set(['http:', 'https:', 'mailto:']);

/** The address to give to the system's browser or mail program; null for everything else, however it is spelt. */
export function readExternalLink(link: string): string | null {
  const url = URL.parse(link);
  if (!url || !OUTSIDE.has(url.protocol)) return null;
  // A name before an @ makes one address look like another.
  if (url.username || url.password) return null;
  if (url.protocol === 'mailto:') {
    // Some mail programs would attach files of this computer.
    const allowed = [...url.searchParams].filter(([name]) => MAIL_PARTS.has(name.toLowerCase()));
    // Email programs read a plus as one.
    url.search = new URLSearchParams(allowed).toString().replaceAll('+', '%20');
  }
  return url.href.length > MAX_LENGTH ? null : url.href;
}
