import type { Readable } from 'node:stream';
import type { Head } from './read-head.ts';

const LONGEST_REASON = 300;
/** A server says what happened before it quotes the email. */
const HEAD_LENGTH = 6_000;
/** What mail servers write that give up without a report of RFC 3464. */
const FAILED =
  /undeliver|x-failed-recipients|not (?:be )?delivered|deliver\w* (?:\w+ ){0,3}fail|fail\w* (?:\w+ ){0,3}deliver|returned (?:mail|to sender)|failure notice|mail fail|notification: error|permanent(?:ly)? (?:\w+ )?(?:error|fail)|user unknown|unknown user|no such user|mailbox unavailable|can(?:no|')t (?:be )?(?:send|sent|deliver)|could not be (?:sent|delivered)|unzustellbar|non remis|no se pudo entregar|impossibile recapitare/i;
const WAITING =
  /delay|warning|will (?:be )?(?:re-?tr|keep trying|continue)|still (?:be )?(?:being )?tr|not yet|temporar/i;
/** A delay, told behind the subject. */
const STILL =
  /(?:attempts|we) (?:will|shall) (?:continue|keep)|not yet (?:been )?delivered|delivered yet|no action is required/i;

/**
 * Why an email was returned for good, and a text with its Message-ID, from a delivery report (RFC 3464) or what a mail
 * server wrote in another form. Null for delays, successes, and anything else.
 */
export async function bounceOf(
  source: Readable,
  { subject, isDaemon }: Pick<Head, 'subject' | 'isDaemon'>,
): Promise<{ reason: string; about: string } | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks).toString('latin1');
  // Folded lines.
  const text = decoded(raw).replaceAll(/\r?\n[ \t]+/g, ' ');
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'im').exec(text)?.[1]?.trim();
  if (field('feedback-type')) return null;
  const isReport = /^(?:final|original)-recipient:/im.test(text) && /^(?:action|status):/im.test(text);
  const actions = [...text.matchAll(/^action:[ \t]*(\w+)/gim)].map(([, action = '']) => action.toLowerCase());
  const isFailed = actions.length > 0 ? actions.includes('failed') : field('status')?.startsWith('5');
  // Only its subject tells a report of a server without such a name from an automatic reply.
  const said = isDaemon ? `${subject}\n${text.slice(0, HEAD_LENGTH)}` : subject;
  if (isReport ? !isFailed : !FAILED.test(said) || WAITING.test(subject) || STILL.test(said)) return null;
  const server = /^[\w-]+;\s*(\S+)/.exec(field('remote-mta') ?? field('reporting-mta') ?? '')?.[1];
  const answer =
    field('diagnostic-code')?.replace(/^[\w-]+;\s*/, '') ??
    /^.*\b[45]\d\d[ -][45]\.\d+\.\d+\b.*$/m.exec(text)?.[0].trim() ??
    field('status') ??
    subject;
  const ids = [...text.matchAll(/^message-id:.*$/gim)].map(([id]) => id);
  return {
    reason: `Returned${server ? ` by ${server}` : ''}: ${answer}`.slice(0, LONGEST_REASON),
    about: [...ids, text].join('\n'),
  };
}

/** With the encoded parts in clear. */
function decoded(raw: string): string {
  const blocks = raw.match(/^[A-Za-z0-9+/]{40,}={0,2}(?:\r?\n[A-Za-z0-9+/]+={0,2})*\r?$/gm) ?? [];
  const quoted = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=(3C|3E|40|2E)/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
  return [quoted, ...blocks.map((block) => Buffer.from(block, 'base64').toString('latin1'))].join('\n');
}
