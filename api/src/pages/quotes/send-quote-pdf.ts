import { noMoneyText } from '@northlight/shared/contracts/payments.ts';
import { orderModeOf } from '../../base/settings/payment-settings.ts';
import type { Context } from 'koa';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import {
  dueWords,
  lineAmount,
  lineName,
  offeredLines,
  type QuoteLine,
} from '@northlight/shared/catalog/quote.ts';
import { receiptRows } from '@northlight/shared/catalog/receipt.ts';
import { sellerAt } from '../../db/sellers.ts';
import { billingAddressOf } from '../../work/orders/present-order.ts';
import type { AppContext } from '../../money/context.ts';
import { taxBaseOf, type DocumentContent } from '../../money/invoices/document-content.ts';
import { contentOf, currentOf, quotePriceOf, stateOf } from '../../money/quotes/quote-state.ts';
import type { QuoteRow } from '../../money/quotes/quote-store.ts';
import { printableBuyer } from '@northlight/shared/catalog/printable.ts';

/** Answers with the quote as a PDF: the current version with all lines, or what was agreed. */
export async function answerQuotePdf(context: AppContext, ctx: Context, quote: QuoteRow): Promise<void> {
  // Loaded on first use, as for invoices.
  const { writePdf } = await import('../../money/invoices/write-pdf.ts');
  const pdf = await writePdf(quoteDocument(context, quote));
  ctx.attachment(`${quote.number}.pdf`);
  ctx.type = 'application/pdf';
  ctx.body = pdf;
}

function quoteDocument(context: AppContext, quote: QuoteRow): DocumentContent {
  const { db, settings } = context;
  const mode = orderModeOf(settings.payments);
  const { number, customer, email, validUntil, versions } = quote;
  const current = currentOf(quote);
  const { whole, now, later } = quotePriceOf(context, quote);
  const { lines: all, message } = contentOf(quote);
  const issuedAt = current ? new Date(current.sentAt) : quote.createdAt;
  const seller = sellerAt(db, current ? issuedAt : context.now());
  const day = (at: Date) => dayText(at, seller.timeZone);
  const agreed = current?.agreed;
  const { chosen, options } = offeredLines(all, agreed);
  return {
    title: 'Quote',
    name: `Quote ${number}`,
    business: seller.business,
    issuedAt,
    facts: [
      { label: 'Number', value: versions.length > 1 ? `${number}, version ${versions.length}` : number },
      { label: 'Date', value: day(issuedAt) },
      ...(validUntil ? [{ label: 'Valid until', value: day(validUntil) }] : []),
      ...(agreed ? [{ label: 'Accepted', value: `${day(new Date(agreed.at))} by ${agreed.name}` }] : []),
    ],
    buyer: printableBuyer(
      [
        customer.businessName,
        `${customer.firstName} ${customer.lastName}`.trim(),
        ...(customer.address || customer.city ? billingAddressOf(customer) : []),
      ].filter(Boolean),
      email,
    ),
    warnings: mode === 'live' ? [] : [noMoneyText(mode)],
    // The lines come first.
    rows: receiptRows(whole).flatMap((row, index) =>
      row.kind === 'tax' && whole.taxCents > 0
        ? [taxBaseOf(whole), row]
        : [{ ...row, details: detailsOf(chosen[index]) }],
    ),
    notes: later && !agreed ? [`${formatUsd(now.dueTodayCents)} is due on acceptance.`] : [],
    offer: {
      message,
      options: options.map((line) => ({
        kind: 'line',
        label: lineName(line),
        amount: lineAmount(line),
        details: detailsOf(line),
      })),
      // Without the private link, which accepts the quote for whoever has this paper.
      howToAccept:
        stateOf(quote, context.now()) === 'sent'
          ? `To accept, open the link in our email about ${number}, or sign here and send this page to ${settings.business.email}.`
          : '',
    },
  };
}

const detailsOf = (line: QuoteLine | undefined): string =>
  line ? [line.description, dueWords(line)].filter(Boolean).join('\n') : '';
