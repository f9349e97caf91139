import { expect, test } from 'vitest';
import { type EmailContent, heading, strong, text, userText } from './blocks.ts';
import { isolated } from './email-text.ts';
import { renderEmail } from './write-email.ts';

const BUSINESS = {
  name: 'Northlight & Co',
  email: 'hello@northlight.example',
  phone: '1',
  address: 'A < B',
  taxId: '',
};

function anEmail(changes: Partial<EmailContent>): EmailContent {
  return { subject: 'S', preview: 'P', title: ['T'], blocks: [], ...changes };
}

test('a right-to-left name does not reorder the text around it', () => {
  expect(isolated('محمد')).toBe('\u2068محمد\u2069');
  expect(isolated('שלום "x"')).toBe('\u2068שלום "x"\u2069');
  expect(isolated('Zoë 🚲')).toBe('Zoë 🚲');
  const { html, text: plain } = renderEmail(
    anEmail({ blocks: [text('Hello ', userText('محمد'), '!')] }),
    BUSINESS,
  );
  expect(html).toContain('Hello <bdi>محمد</bdi>!');
  expect(plain).toContain('Hello \u2068محمد\u2069!');
});

test('all text is escaped in the HTML part', () => {
  const nasty = '<script>alert(1)</script>"\'&';
  const letter = anEmail({
    subject: nasty,
    preview: nasty,
    title: [userText(nasty)],
    blocks: [
      text(nasty, strong(nasty), userText(nasty)),
      heading(nasty),
      { kind: 'small', words: [nasty] },
      { kind: 'facts', facts: [{ label: nasty, answer: nasty }] },
      { kind: 'receipt', title: nasty, rows: [{ kind: 'line', label: nasty, amount: nasty }] },
      {
        kind: 'step',
        serviceId: 'voice',
        title: nasty,
        text: nasty,
        action: { label: nasty, url: `https://x.example/?${nasty}` },
      },
      { kind: 'action', action: { label: nasty, url: `https://x.example/?${nasty}` } },
    ],
    stop: { text: nasty, page: `https://x.example/?${nasty}`, call: '' },
  });
  const { html, text: plain } = renderEmail(letter, BUSINESS);
  expect(html).not.toContain('<script');
  expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp;/g)).toHaveLength(21);
  // The text part has headings in capitals.
  expect(plain.toUpperCase().split(nasty.toUpperCase())).toHaveLength(20);
  expect(html).toContain('Northlight &amp; Co');
  expect(plain).toContain('A < B');
});

test('multi-line answers keep their lines in both parts', () => {
  const facts = [
    { label: 'Notes', answer: 'one\ntwo' },
    { label: 'Phone', answer: '555' },
  ];
  const { html, text: plain } = renderEmail(anEmail({ blocks: [{ kind: 'facts', facts }] }), BUSINESS);
  expect(plain).toContain('Notes:\none\ntwo\n\nPhone: 555');
  expect(html).toMatch(/white-space:pre-wrap">one\ntwo</);
});
