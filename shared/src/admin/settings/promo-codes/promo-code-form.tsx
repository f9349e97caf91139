import { useState } from 'react';
import * as z from 'zod/mini';
import { centsToText } from '../../../catalog/money.ts';
import { serviceList } from '../../../catalog/services.ts';
import { NewPromoCode, type ListedPromoCode } from '../../../contracts/promo-codes.ts';
import { typedCents, typedNumber } from '../../../contracts/typed-money.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { ActForm, useActForm } from '../../base/act-form.tsx';
import { Check, Group } from '../group.tsx';

/** A code for the voice agent would change nothing, because it is billed separately. */
const CHOICES = serviceList.filter(({ isBilledSeparately }) => !isBilledSeparately);

/** The values of the form's fields, with the names of the checked values. */
type Typed = ReturnType<typeof typedOf>;

const number = (typed: string) => (typed.trim() === '' ? null : typedNumber(typed));

const TypedPromoCode = z.pipe(
  z.transform(({ kind, serviceIds, ...typed }: Typed) => ({
    ...typed,
    amountOffCents: kind === 'amount' ? typedCents(typed.amountOffCents) : null,
    percentOff: kind === 'percent' ? typedNumber(typed.percentOff) : null,
    serviceIds: serviceIds.length === CHOICES.length ? null : serviceIds,
    startsOn: typed.startsOn || null,
    endsOn: typed.endsOn || null,
    maxUses: number(typed.maxUses),
    maxUsesPerEmail: number(typed.maxUsesPerEmail),
  })),
  NewPromoCode,
);

function typedOf(promo: ListedPromoCode | undefined) {
  return {
    code: promo?.code ?? '',
    kind: promo?.percentOff ? 'percent' : 'amount',
    amountOffCents: promo?.amountOffCents ? centsToText(promo.amountOffCents) : '',
    percentOff: String(promo?.percentOff ?? ''),
    serviceIds: promo?.serviceIds ?? CHOICES.map(({ id }) => id),
    startsOn: promo?.startsOn ?? '',
    endsOn: promo?.endsOn ?? '',
    maxUses: String(promo?.maxUses ?? ''),
    maxUsesPerEmail: String(promo?.maxUsesPerEmail ?? ''),
    isActive: promo?.isActive ?? true,
  };
}

type PromoCodeFormProps = {
  /** The code to change. A new one without it. */
  promo?: ListedPromoCode;
  onDone: () => void;
};

export function PromoCodeForm({ promo, onDone }: PromoCodeFormProps) {
  const { form, field } = useActForm<Typed, NewPromoCode>(TypedPromoCode, typedOf(promo));
  // `useWatch` would make every form page of the site load more.
  const [kind, setKind] = useState(() => typedOf(promo).kind);
  return (
    <ActForm
      className="admin-form promo-form"
      label={promo ? `Edit ${promo.code}` : 'New promo code'}
      form={form}
      act={(client, { code, ...body }) =>
        promo
          ? client.call('POST /api/admin/promo-codes/:code', { params: { code }, body })
          : client.call('POST /api/admin/promo-codes', { body: { code, ...body } })
      }
      failure={promo ? 'Couldn’t change the promo code' : 'Couldn’t create the promo code'}
      submit={promo ? 'Save' : 'Create'}
      busyLabel="Saving…"
      onDone={onDone}
      onCancel={onDone}
    >
      {!promo && (
        <TextField
          {...field('code')}
          label="Code"
          help="Letters and digits, such as SPRING25. It can’t be changed later."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          width="medium"
          // The form was just opened.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      )}
      <div className="promo-pair">
        <SelectField
          {...form.register('kind', { onChange: ({ target }) => setKind(target.value) })}
          label="Discount type"
        >
          <option value="amount">Amount</option>
          <option value="percent">Percentage</option>
        </SelectField>
        {kind === 'amount' ? (
          <TextField {...field('amountOffCents')} label="Amount in US dollars" inputMode="decimal" />
        ) : (
          <TextField {...field('percentOff')} label="Percentage" inputMode="numeric" />
        )}
      </div>
      <p className="form-note">
        The discount applies only to the first payment. A bundle with a recurring payment still costs at least
        $0.50 today.
      </p>
      <Group legend="Applies to" error={field('serviceIds').error}>
        {CHOICES.map(({ id, name }) => (
          <Check key={id} label={`${name} and its add-ons`} value={id} {...form.register('serviceIds')} />
        ))}
      </Group>
      <div className="promo-pair">
        <TextField {...field('startsOn')} label="First day (optional)" type="date" />
        <TextField {...field('endsOn')} label="Last day (optional)" type="date" />
      </div>
      <div className="promo-pair">
        <TextField {...field('maxUses')} label="Total uses (optional)" inputMode="numeric" />
        <TextField
          {...field('maxUsesPerEmail')}
          label="Uses per email address (optional)"
          inputMode="numeric"
        />
      </div>
    </ActForm>
  );
}
