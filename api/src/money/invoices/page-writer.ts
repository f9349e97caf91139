import { linesOf } from '@northlight/shared/contracts/lines.ts';
import PdfKit from 'pdfkit';
import { loadFonts, runsOf, type Face } from './fonts.ts';

/** Sizes in points: US EmailContent has 612 by 792. */
export const PAGE = { width: 612, height: 792, left: 64, right: 548, top: 60, bottom: 716 };

export type Style = { face: Face; size: number; color: string };
/** A text in a column. `right` aligns it to the right edge. */
export type Cell = { text: string; style: Style; x: number; width: number; align?: 'right' };
type Line = { text: string; width: number };

const LINE_HEIGHT = 1.45;
const DASH = 3;

export type PageWriter = ReturnType<typeof createPageWriter>;

/** Writes rows of text from top to bottom, on as many pages as they need. */
export function createPageWriter(options: PDFKit.PDFDocumentOptions) {
  const pdf = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    // Tells screen readers what is text, and in which order.
    tagged: true,
    pdfVersion: '1.7',
    // pdfkit would look for its files of Helvetica.
    font: null as unknown as string,
    ...options,
  });
  // It also takes parsed fonts, which its types don't say.
  for (const { name, parsed } of Object.values(loadFonts()).flat())
    pdf.registerFont(name, parsed as unknown as Buffer);
  const body = pdf.struct('Document');
  pdf.addStructure(body);
  let y = PAGE.top;

  /** Of texts that were measured at size 1, by face and text: long names repeat their letters. */
  const measured = new Map<string, number>();

  function widthOf(text: string, { face, size }: Style): number {
    const key = `${face} ${text}`;
    let width = measured.get(key);
    if (width === undefined) {
      width = runsOf(text, face)
        .map((run) =>
          pdf
            .font(run.font)
            .fontSize(1)
            .widthOfString(run.text, { features: ['tnum'] }),
        )
        .reduce((sum, one) => sum + one, 0);
      measured.set(key, width);
    }
    return width * size;
  }

  /** The text's own lines, broken at spaces, and inside a word only if it is wider than a line. */
  function wrapped({ text, style, width }: Cell): Line[] {
    if (!text.trim()) return [];
    return linesOf(text.replaceAll('\t', '    ')).flatMap((one) => {
      const lines = linesIn(one, style, width);
      return lines.length > 0 ? lines : [{ text: '', width: 0 }];
    });
  }

  function linesIn(text: string, style: Style, width: number): Line[] {
    const lines: Line[] = [];
    let line = { text: '', width: 0 };
    const flush = () => {
      if (line.text.trim())
        lines.push({ text: line.text.trimEnd(), width: widthOf(line.text.trimEnd(), style) });
      line = { text: '', width: 0 };
    };
    for (const word of text.split(/(?<=\s)/u)) {
      const wordWidth = widthOf(word.trimEnd(), style);
      if (line.width + wordWidth > width) flush();
      const pieces = wordWidth > width ? [...word] : [word];
      for (const piece of pieces) {
        const pieceWidth = widthOf(piece, style);
        if (pieces.length > 1 && line.width + pieceWidth > width) flush();
        line = { text: line.text + piece, width: line.width + pieceWidth };
      }
    }
    flush();
    return lines;
  }

  /** Draws one line with its baseline at `baseline`. */
  function write(text: string, style: Style, x: number, baseline: number): void {
    let at = x;
    for (const run of runsOf(text, style.face)) {
      pdf.font(run.font).fontSize(style.size).fillColor(style.color);
      const features: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
      pdf.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', features });
      at += pdf.widthOfString(run.text, { features });
    }
  }

  /** Draws what screen readers leave out. */
  function decorate(type: 'Layout' | 'Pagination', draw: () => void): void {
    pdf.markContent('Artifact', { type });
    draw();
    pdf.endMarkedContent();
  }

  return {
    decorate: (draw: (pdf: PDFKit.PDFDocument) => void) => decorate('Layout', () => draw(pdf)),
    at: () => y,
    space: (height: number) => {
      y += height;
    },
    /** Starts a new page if less than this is left. */
    keep: (height: number) => {
      if (y + height <= PAGE.bottom) return;
      pdf.addPage();
      y = PAGE.top;
    },
    /** Splits a cell into one for each of its lines. */
    wrap: (cell: Cell): Cell[] => wrapped(cell).map(({ text }) => ({ ...cell, text })),
    /** Writes cells side by side, each as long as it needs. `mark` draws beside the first line. */
    row(cells: readonly Cell[], mark?: (pdf: PDFKit.PDFDocument, baseline: number) => void): void {
      const columns = cells.map((cell) => ({ cell, lines: wrapped(cell) }));
      const size = Math.max(...cells.map(({ style }) => style.size));
      const count = Math.max(...columns.map(({ lines }) => lines.length));
      for (let index = 0; index < count; index += 1) {
        this.keep(size * LINE_HEIGHT);
        y += size * LINE_HEIGHT;
        const baseline = y - size * 0.4;
        if (index === 0 && mark) decorate('Layout', () => mark(pdf, baseline));
        for (const { cell, lines } of columns) {
          const line = lines[index];
          if (!line?.text) continue;
          const x = cell.align === 'right' ? cell.x + cell.width - line.width : cell.x;
          body.add(pdf.struct('P', {}, () => write(line.text, cell.style, x, baseline)));
        }
      }
    },
    rule: (color: string): void => {
      decorate('Layout', () => {
        pdf.lineWidth(0.75).strokeColor(color).dash(DASH, { space: DASH });
        pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).stroke().undash();
      });
    },
    /** Writes on every page, outside of the text. */
    footer: (style: Style, words: (page: number, count: number) => string): void => {
      const { start, count } = pdf.bufferedPageRange();
      for (let page = start; page < start + count; page += 1) {
        pdf.switchToPage(page);
        const text = words(page - start + 1, count);
        decorate('Pagination', () => write(text, style, PAGE.left, PAGE.height - 40));
      }
    },
    /** Ends the document, and resolves to its bytes. */
    async end(): Promise<Buffer> {
      const chunks: Buffer[] = [];
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
      body.end();
      pdf.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
