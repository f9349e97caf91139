/** One line of a header. Both in lower case. */
type Line = { key: string; value: string };

/** What says that no person wrote an email. A header that only asks for no automatic answer is not among them. */
const BY_HEADER: Record<string, RegExp> = {
  'auto-submitted': /^(?!no\b|$)/,
  precedence: /^(bulk|junk|auto_reply)\b/,
  'x-precedence': /^(bulk|junk|auto_reply)\b/,
  preference: /^auto_reply\b/,
  'return-path': /^<>$/,
  'content-type': /^multipart\/report/,
  'delivered-to': /^autorespond/,
  'x-mailer': /\b(vacation|autorespond|auto-?reply)/,
  'x-post-messageclass': /^9\b/,
  'x-fc-machinegenerated': /^(?!false|no\b)/,
  'x-facebook-notify': /./,
  'x-ms-exchange-inbox-rules-loop': /./,
  'x-ms-exchange-generated-message-source': /rules agent/,
};
/** X-Autoreply, X-Auto-Response, X-Zoho-Auto-Reply, and so on. */
const OWN_HEADER = /^x-(?:[\w-]+-)?auto-?(?:reply|respon[ds]|generated)(?!\w*-suppress)/;
/** How mail programs begin the subject of an automatic reply. A person rarely puts a colon behind these words. */
const SUBJECT = new RegExp(
  `^\\s*(?:\\[?(?:${[
    'auto(?:mat\\p{L}+)?[ -]?(?:reply|response|respond(?:er)?|antwort|antwoord|svar|odpowiedź|odpověď|válasz)',
    'odpowiedź automatyczna|자동 ?회신',
    'automaattinen vastaus',
    'out[ -]of[ -](?:the[ -])?office(?: auto-?reply| reply| notification| message)?',
    'ooo',
    'away from (?:the|my) office',
    '(?:on )?vacation(?: reply| notice| message)?',
    'abwesen(?:heit|d)\\w*',
    'r[ée]ponse automatique',
    "absence du bureau|(?:message d['’])?absence",
    '(?:respuesta|risposta|resposta) autom[aá]tica',
    'fuera de (?:la )?oficina',
    'fuori sede|fuori ufficio',
    'afwezig(?:heid)?',
    'autosvar|frånvaro|poissa',
    'otomatik (?:yanıt|cevap)',
    'автоответ\\w*|автоматический ответ',
    '自動(?:応答|返信|回覆|回复)\\w*|自动(?:答复|回复|回應)',
  ].join(
    '|',
  )})(?:\\]|\\s*(?:[:：]|$))|(?!re:).{0,80}\\b(?:is|am|are) (?:currently )?out of (?:the )?office\\W*(?:\\(.*)?$)`,
  'iu',
);

const LIST = /^(?:list-(?:id|post)|mailing-list|x-google-group-id)$/;

/** Whether a group or a mailing list passed it on. */
export const isOfList = (lines: readonly Line[]): boolean => lines.some(({ key }) => LIST.test(key));

export function isAutomatic(lines: readonly Line[], subject: string): boolean {
  const valueOf = (name: string) => lines.find(({ key }) => key === name)?.value ?? '';
  const rules = valueOf('x-ms-exchange-inbox-rules-loop');
  // A list, or a rule of the mailbox that it went to, adds these to what people write.
  const isAdded = (key: string) =>
    (isOfList(lines) && key.endsWith('precedence')) ||
    (rules.includes('@') && valueOf('to').includes(rules) && key.startsWith('x-ms-exchange-'));
  const isSign = ({ key, value }: Line) =>
    OWN_HEADER.test(key) ? !/^(no|false|0)\b/.test(value) : BY_HEADER[key]?.test(value) === true;
  return SUBJECT.test(subject) || lines.some((line) => isSign(line) && !isAdded(line.key));
}
