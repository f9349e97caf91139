const IN_ADDRESS = /[\p{L}\p{N}._+-]/u;
const GOES_ON = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;
/** In JSON and in links. */
const ESCAPED = /\\[nrtbf]|%[\da-f]{2}/g;

/** Whether a text has this email address, in lower case, and not only as a part of a longer one. */
export function mentions(text: string, email: string): boolean {
  const lower = text.toLowerCase().replaceAll(ESCAPED, ' ');
  for (let at = lower.indexOf(email); at !== -1; at = lower.indexOf(email, at + 1)) {
    const before = lower.charAt(at - 1);
    const after = lower.slice(at + email.length, at + email.length + 2);
    if (!IN_ADDRESS.test(before) && !GOES_ON.test(after)) return true;
  }
  return false;
}
