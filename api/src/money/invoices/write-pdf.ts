import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { DocumentContent, Row } from './document-content.ts';
import { createPageWriter, PAGE, type PageWriter, type Style } from './page-writer.ts';

/** The light colors of shared/src/ui/tokens.css. PDF does not know oklch. */
const COLORS = { ink: '#151b24', soft: '#49505b', hairline: '#dedad3', line: '#7b8189', error: '#a92227' };
const ACCENTS: Record<ServiceId, string> = { website: '#0961bb', voice: '#b93917', onhold: '#006c4d' };

const TEXT: Style = { face: 'text', size: 10, color: COLORS.ink };
const SOFT: Style = { ...TEXT, color: COLORS.soft };
const SMALL: Style = { ...SOFT, size: 8.5 };
const BOLD: Style = { ...TEXT, face: 'bold' };
const TITLE: Style = { face: 'display', size: 26, color: COLORS.ink };
const TOTAL: Style = { ...TITLE, size: 19 };

const WIDTH = PAGE.right - PAGE.left;
/** The right column of facts and of the business. */
const SIDE = { x: PAGE.left + 270, width: WIDTH - 270 };
const LABEL_WIDTH = 60;
const TOOTH = 5.5;

/** Writes a document as a PDF. The same content always gives the same bytes. */
export async function writePdf(content: DocumentContent): Promise<Buffer> {
  const { business, name, issuedAt } = content;
  const page = createPageWriter({
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `${name}, ${business.name}`, Author: business.name, CreationDate: issuedAt },
  });
  writeHead(page, content);
  writeParties(page, content);
  for (const text of content.warnings) {
    page.space(8);
    page.row([{ text, style: { ...BOLD, color: COLORS.error }, x: PAGE.left, width: WIDTH }]);
  }
  const { offer } = content;
  if (offer?.message) page.space(12);
  if (offer) page.row([{ text: offer.message, style: TEXT, x: PAGE.left, width: WIDTH }]);
  writeReceipt(page, content);
  for (const text of content.notes) {
    page.row([{ text, style: SOFT, x: PAGE.left, width: WIDTH }]);
    page.space(3);
  }
  if (offer) writeOffer(page, offer);
  page.footer(SMALL, (number, count) => (count > 1 ? `${name}, page ${number} of ${count}` : name));
  return page.end();
}

function writeHead(page: PageWriter, { title, business }: DocumentContent): void {
  page.row([
    { text: title, style: TITLE, x: PAGE.left, width: SIDE.x - PAGE.left },
    { text: business.name, style: { ...TITLE, size: 14 }, ...SIDE, align: 'right' },
  ]);
  page.space(4);
  for (const text of [business.address, business.email, business.phone, business.taxId].filter(Boolean))
    page.row([{ text, style: SMALL, ...SIDE, align: 'right' }]);
  page.space(18);
  page.rule(COLORS.line);
  page.space(14);
}

/** The customer on the left, of any length, and the facts on the right. */
function writeParties(page: PageWriter, { title, buyer, facts }: DocumentContent): void {
  const column = { x: PAGE.left, width: SIDE.x - PAGE.left - 24 };
  const left = [
    { text: title === 'Quote' ? 'For' : 'Billed to', style: SMALL, ...column },
    ...buyer.flatMap((text, index) => page.wrap({ text, style: index === 0 ? BOLD : TEXT, ...column })),
  ];
  const right = facts.map(({ label, value }) => [
    { text: label, style: SMALL, x: SIDE.x, width: LABEL_WIDTH },
    {
      text: value,
      style: label === 'Paid' ? BOLD : TEXT,
      x: SIDE.x + LABEL_WIDTH,
      width: SIDE.width - LABEL_WIDTH,
    },
  ]);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1)
    page.row([...left.slice(index, index + 1), ...(right[index] ?? [])]);
  page.space(10);
}

/** As on the site's receipt: dashed rules, a dot in the color of each service, and the torn edge. */
function writeReceipt(page: PageWriter, { rows }: DocumentContent): void {
  page.space(14);
  page.rule(COLORS.line);
  page.space(10);
  writeRows(page, rows);
  page.keep(40);
  page.space(14);
  tear(page);
  page.space(18);
}

/** What can be added to a quote, how to accept it, and room to sign. */
function writeOffer(page: PageWriter, { options, howToAccept }: NonNullable<DocumentContent['offer']>): void {
  if (options.length > 0) {
    page.space(8);
    page.row([{ text: 'Optional, not included', style: BOLD, x: PAGE.left, width: WIDTH }]);
    page.space(4);
    writeRows(page, options);
  }
  if (!howToAccept) return;
  page.keep(110);
  page.space(14);
  page.row([{ text: howToAccept, style: TEXT, x: PAGE.left, width: WIDTH }]);
  page.space(40);
  page.rule(COLORS.line);
  page.space(2);
  page.row([
    { text: 'Name and signature', style: SMALL, x: PAGE.left, width: SIDE.x - PAGE.left },
    { text: 'Date', style: SMALL, ...SIDE },
  ]);
}

function writeRows(page: PageWriter, rows: readonly Row[]): void {
  for (const row of rows) {
    const { kind, label, amount } = row;
    const color = 'serviceId' in row && row.serviceId ? ACCENTS[row.serviceId] : null;
    const hasDot = color && (kind === 'line' || kind === 'separately');
    const indent = hasDot || kind === 'addon' ? 14 : 0;
    const isSoft = kind === 'addon' || kind === 'tax-base' || kind === 'separately' || kind === 'then';
    const isTotal = kind === 'today';
    if (kind === 'subtotal' || kind === 'separately' || isTotal) {
      page.keep(60);
      page.space(8);
      page.rule(isTotal ? COLORS.line : COLORS.hairline);
      page.space(8);
    }
    const amountWidth = kind === 'separately' ? 250 : 130;
    page.row(
      [
        {
          text: label,
          style: isTotal ? { ...BOLD, size: 12 } : isSoft ? SOFT : TEXT,
          x: PAGE.left + indent,
          width: WIDTH - amountWidth - indent - 16,
        },
        {
          text: amount,
          style: isTotal ? TOTAL : isSoft ? SOFT : TEXT,
          x: PAGE.right - amountWidth,
          width: amountWidth,
          align: 'right',
        },
      ],
      hasDot ? (pdf, baseline) => pdf.circle(PAGE.left + 3.5, baseline - 3.4, 3).fill(color) : undefined,
    );
    const text = row.details ?? '';
    page.row([{ text, style: SMALL, x: PAGE.left + indent, width: WIDTH - amountWidth - indent - 16 }]);
    page.space(4);
  }
}

/** The torn edge of the receipt. */
function tear({ decorate, at }: PageWriter): void {
  const count = Math.round(WIDTH / (2 * TOOTH));
  const step = WIDTH / count;
  decorate((pdf) => {
    pdf.moveTo(PAGE.left, at());
    for (let tooth = 0; tooth < count; tooth += 1) {
      const x = PAGE.left + tooth * step;
      pdf.lineTo(x + step / 2, at() + TOOTH).lineTo(x + step, at());
    }
    pdf.lineWidth(0.75).strokeColor(COLORS.line).stroke();
  });
}
