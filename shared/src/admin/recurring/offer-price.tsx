import { useContext, useState } from 'react';
import * as z from 'zod/mini';
import { centsToText, formatUsd } from '../../catalog/money.ts';
import { firstChargeFrom, OFFER_NOTICE_DAYS, priceOfferText } from '../../catalog/price-offer.ts';
import { CallError } from '../../contracts/call-error.ts';
import { amountInDollars } from '../../contracts/payments.ts';
import type { Agreement } from '../../contracts/recurring.ts';
import { isDay, text } from '../../contracts/texts.ts';
import { typedCents, typedDollars } from '../../contracts/typed-money.ts';
import { Button } from '../../ui/button.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { StudioZone } from '../base/admin-context.ts';
import { dayIn } from '../list/times.tsx';
import { Modal } from '../base/modal.tsx';
import { priceWords } from './recurring-labels.tsx';
import { Group } from '../base/fields.tsx';

const DAY_MS = 24 * 60 * 60_000;

const Offer = z.object({
  amount: typedDollars(amountInDollars),
  from: z.string().check(z.refine(isDay, 'Please enter a date')),
  text: text(1_000),
});
type Fields = z.input<typeof Offer>;
type Offer = z.infer<typeof Offer>;

/** One on its order's page, or those on a page of the list. */
type Offerable = Omit<Agreement, 'name' | 'businessName' | 'email' | 'charges'> & { name?: string };
export type OfferPriceProps = { agreements: readonly [Offerable, ...Offerable[]]; onClose: () => void };

/** Offers a new price to one customer, or to several with the same period, who must accept it. */
export function OfferPrice({ agreements, onClose }: OfferPriceProps) {
  const timeZone = useContext(StudioZone);
  const [{ period, amountCents }] = agreements;
  const isOne = agreements.length === 1;
  const all = agreements.map(({ orderNumber }) => orderNumber);
  // Nobody by mistake.
  const [chosen, setChosen] = useState(isOne ? all : []);
  const [notes, setNotes] = useState<Record<string, string>>({});
  const days = OFFER_NOTICE_DAYS[period];
  const first = agreements.find(({ orderNumber }) => chosen.includes(orderNumber));
  const choose = (orderNumber: string, isChosen: boolean) =>
    setChosen((before) => before.filter((one) => one !== orderNumber).concat(isChosen ? orderNumber : []));
  const send = async (client: AdminClient, offer: Offer) => {
    if (chosen.length === 0)
      throw new CallError(400, JSON.stringify({ message: 'Choose at least one customer.' }));
    for (const orderNumber of chosen) {
      const note = (words: string) => setNotes((before) => ({ ...before, [orderNumber]: words }));
      try {
        const { version = '' } = agreements.find((one) => one.orderNumber === orderNumber) ?? {};
        const body = { action: 'offer-amount', version, ...offer } as const;
        await client.call('POST /api/admin/cases/:orderNumber/recurring', { params: { orderNumber }, body });
      } catch (error) {
        note('Not sent');
        throw error;
      }
      note('Sent');
      choose(orderNumber, false);
    }
    const who = isOne ? 'the customer' : `${chosen.length} customers`;
    return { success: true as const, message: `New price offered to ${who}` };
  };
  return (
    <Modal label="Offer a new price" onClose={onClose}>
      <DataForm<Fields, Offer>
        schema={Offer}
        initial={{ amount: centsToText(amountCents), from: '', text: '' }}
        fields={({ amount, from }) => [
          !isOne && (
            <Group
              key="customers"
              legend="Customers"
              help={`Those on this page of the list who pay every ${period}. Use the list’s filters to find others.`}
            >
              <p>
                <Button isQuiet onClick={() => setChosen(all.filter((one) => notes[one] !== 'Sent'))}>
                  Choose all
                </Button>
              </p>
              {agreements.map(({ orderNumber, name, amountCents }) => (
                <label key={orderNumber} className="settings-check row gap-2 middle target">
                  <input
                    type="checkbox"
                    checked={chosen.includes(orderNumber)}
                    disabled={notes[orderNumber] === 'Sent'}
                    onChange={({ target }) => choose(orderNumber, target.checked)}
                  />
                  <span>
                    <bdi>{name}</bdi>
                    <span>{`, ${orderNumber}, ${formatUsd(amountCents)}`}</span>{' '}
                    {notes[orderNumber] && <strong>{notes[orderNumber]}</strong>}
                  </span>
                </label>
              ))}
            </Group>
          ),
          {
            name: 'amount',
            label: `New price per ${period} in US dollars`,
            width: 'short',
            inputMode: 'decimal',
          },
          {
            name: 'from',
            label: 'From',
            help: `At least ${days} days ahead. It applies to the first payment on or after this day.`,
            type: 'date',
            width: 'medium',
          },
          {
            name: 'text',
            kind: 'area',
            label: 'Why (optional)',
            help: 'The customer reads this in the email and on the order’s page.',
            rows: 3,
          },
          first !== undefined && (
            <Sentence key="sentence" agreement={first} {...{ amount, from, timeZone }} />
          ),
        ]}
        act={send}
        failure="Couldn’t send the offer"
        submit={isOne ? 'Send offer' : `Send to ${chosen.length}`}
        busyLabel="Sending…"
        onCancel={onClose}
        onDone={onClose}
      />
    </Modal>
  );
}

type SentenceProps = { agreement: Offerable; amount: string; from: string; timeZone: string };

/** What the customer will read and accept. */
function Sentence({ agreement, amount, from, timeZone }: SentenceProps) {
  const cents = typedCents(amount);
  if (!isDay(from) || !(cents > 0)) return null;
  // Days begin earlier or later in the studio's time zone than in UTC.
  let chargeAt = firstChargeFrom(agreement, new Date(Date.parse(from) - DAY_MS));
  while (chargeAt && dayIn(timeZone, chargeAt) < from)
    chargeAt = firstChargeFrom(agreement, new Date(chargeAt.getTime() + 1));
  if (!chargeAt) return null;
  const { name, orderNumber } = agreement;
  return (
    <p>
      {`${name ?? `The customer of ${orderNumber}`} reads: “${priceOfferText(cents, agreement, chargeAt, timeZone)}” Without a yes, the price stays ${priceWords(agreement)}.`}
    </p>
  );
}
