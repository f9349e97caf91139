import { Link } from '@tanstack/react-router';
import type { ServiceId } from '../../../catalog/ids.ts';
import { formatPrice } from '../../../catalog/money.ts';
import { daysText, yearlySaving } from '../../../catalog/offer-texts.ts';
import { SERVICES } from '../../../catalog/services.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Card } from '../../base/card.tsx';
import type { Editor } from './shop-form.tsx';

const STATE_HELP: Record<string, string> = {
  open: 'Buyers can order it.',
  paused: 'Buyers see it, with your sentence in place of the button.',
  hidden: 'Buyers don’t see it.',
};

/** The prices and promises of a service, with examples of what buyers see. */
export function ServiceCard({ id, editor }: { id: ServiceId; editor: Editor }) {
  const { hasRecurringCost, name } = SERVICES[id];
  const field = (key: string) => editor.field(`services.${id}.${key}`);
  const state = field('state');
  return (
    <Card title={name}>
      <div className="shop-fields stack top">
        <TextField {...field('firstPaymentCents')} label="First payment ($)" inputMode="decimal" />
        {hasRecurringCost && (
          <>
            <TextField {...field('monthlyCents')} label="Price a month ($)" inputMode="decimal" />
            <TextField {...field('yearlyCents')} label="Price a year ($)" inputMode="decimal" />
          </>
        )}
        <TextField {...field('daysFrom')} label="Business days, at least" inputMode="numeric" />
        <TextField {...field('daysTo')} label="Business days, at most" inputMode="numeric" />
        {id !== 'voice' && (
          <TextField
            {...field('rounds')}
            label={id === 'website' ? 'Included design revisions' : 'Free updates'}
            inputMode="numeric"
          />
        )}
      </div>
      {id === 'voice' && (
        <p className="admin-small">
          The voice platform bills these. The shop charges nothing for a voice agent, and the price is agreed
          in a quote.
        </p>
      )}
      {id === 'website' && (
        <p className="admin-small">
          Existing customers keep their monthly or yearly price.{' '}
          <Link to="/recurring">Offer them a new one</Link>
        </p>
      )}
      <SelectField {...state} label="Orders" help={STATE_HELP[state.value]} width="medium">
        <option value="open">Open</option>
        <option value="paused">Paused</option>
        <option value="hidden">Hidden</option>
      </SelectField>
      {state.value === 'paused' && (
        <>
          <TextField
            {...field('pausedUntil')}
            label="Paused until (optional)"
            help="It opens by itself on this day."
            type="date"
            width="medium"
          />
          <TextField
            {...field('pausedText')}
            label="What buyers see in place of the button"
            help="Such as: We take new orders again in January."
            isRequired
          />
        </>
      )}
      <Examples texts={examplesOf(id, editor.catalog)} />
    </Card>
  );
}

/** Leaves out those with something that is not a number yet. */
export function Examples({ texts }: { texts: readonly string[] }) {
  const whole = texts.filter((text) => text && !text.includes('NaN'));
  if (whole.length === 0) return null;
  return (
    <div className="well sm break">
      <p className="xs soft">Buyers see:</p>
      <ul className="stack">
        {whole.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function examplesOf(id: ServiceId, { services }: Editor['catalog']): string[] {
  const offer = services[id];
  const first = formatPrice(offer.firstPaymentCents);
  const monthly = formatPrice(offer.monthlyCents ?? 0);
  const days = daysText(offer);
  if (id === 'voice') return [`From ${first} + From ${monthly}/month`, `Operational in ${days}`];
  if (id === 'onhold') return [first, `Delivered within ${days}`, `Up to ${offer.rounds} updates are free`];
  const { text, tag } = yearlySaving(offer);
  return [
    `${first}, then ${monthly} a month`,
    ...new Set([text, tag]),
    `Live ${days} after approval`,
    `Up to ${offer.rounds} design revisions`,
  ];
}
