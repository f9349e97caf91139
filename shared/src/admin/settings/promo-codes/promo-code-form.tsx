import * as z from 'zod/mini';
import { centsToText } from '../../../catalog/money.ts';
import { serviceList } from '../../../catalog/services.ts';
import { NewPromoCode, type ListedPromoCode } from '../../../contracts/promo-codes.ts';
import { typedCents, typedNumber } from '../../../contracts/typed-money.ts';
import { DataForm } from '../../drafts/data-form.tsx';
import { Check, Group } from '../../base/fields.tsx';

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

export const PromoCodeForm = ({ promo, onDone }: PromoCodeFormProps) => (
  <DataForm<Typed, NewPromoCode>
    className="admin-form stack gap-4 promo-form"
    label={promo ? `Edit ${promo.code}` : 'New promo code'}
    schema={TypedPromoCode}
    initial={typedOf(promo)}
    takesFocus={!promo}
    fields={({ kind }, form) => [
      !promo && {
        name: 'code',
        label: 'Code',
        help: 'Letters and digits, such as SPRING25. It can’t be changed later.',
        autoComplete: 'off',
        autoCapitalize: 'characters',
        spellCheck: false,
        width: 'medium',
      },
      [
        {
          name: 'kind',
          label: 'Discount type',
          kind: 'choice',
          options: { amount: 'Amount', percent: 'Percentage' },
        },
        kind === 'amount'
          ? { name: 'amountOffCents', label: 'Amount in US dollars', inputMode: 'decimal' }
          : { name: 'percentOff', label: 'Percentage', inputMode: 'numeric' },
      ],
      <p className="form-note" key="note">
        The discount applies only to the first payment. A bundle with a recurring payment still costs at least
        $0.50 today.
      </p>,
      <Group
        legend="Applies to"
        error={form.getFieldState('serviceIds', form.formState).error?.message}
        key="services"
      >
        {CHOICES.map(({ id, name }) => (
          <Check key={id} label={`${name} and its add-ons`} value={id} {...form.register('serviceIds')} />
        ))}
      </Group>,
      [
        { name: 'startsOn', label: 'First day (optional)', type: 'date' },
        { name: 'endsOn', label: 'Last day (optional)', type: 'date' },
      ],
      [
        { name: 'maxUses', label: 'Total uses (optional)', inputMode: 'numeric' },
        { name: 'maxUsesPerEmail', label: 'Uses per email address (optional)', inputMode: 'numeric' },
      ],
    ]}
    act={(client, { code, ...body }) =>
      promo
        ? client.call('POST /api/admin/promo-codes/:code', {
            params: { code },
            body: { ...body, version: promo.version },
          })
        : client.call('POST /api/admin/promo-codes', { body: { code, ...body } })
    }
    failure={promo ? 'Couldn’t change the promo code' : 'Couldn’t create the promo code'}
    submit={promo ? 'Save' : 'Create'}
    busyLabel="Saving…"
    onDone={onDone}
    onCancel={onDone}
  />
);
