const EMAIL_PARTS = new Set(['to', 'cc', 'subject', 'body']);
const MAX_LENGTH = 2_000;
const EXTERNAL_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/**
 * Returns the URL to open in the system's browser or email program. Returns null for all others, however they
 * are spelled.
 */
export function readExternalLink(link: string): string | null {
  const url = URL.parse(link);
  if (!url || !EXTERNAL_PROTOCOLS.has(url.protocol)) return null;
  // With a user name before an @, a URL can look like a different one.
  if (url.username || url.password) return null;
  if (url.protocol === 'mailto:') {
    // Some email programs would attach files from this computer.
    const allowed = [...url.searchParams].filter(([name]) => EMAIL_PARTS.has(name.toLowerCase()));
    // Email programs do not read a plus as a space.
    url.search = new URLSearchParams(allowed).toString().replaceAll('+', '%20');
  }
  return url.href.length > MAX_LENGTH ? null : url.href;
}
