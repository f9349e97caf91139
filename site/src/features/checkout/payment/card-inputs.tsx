import { TextField } from '@northlight/shared/ui/field.tsx';
import type { ChangeEvent } from 'react';
import { formatCardNumber, formatExpiry, type CardFields } from './demo-card.ts';

export type CardFieldName = keyof CardFields;

type CardInputsProps = {
  card: CardFields;
  faults: Partial<CardFields>;
  isBusy: boolean;
  onChange: (name: CardFieldName, value: string) => void;
};

export function CardInputs({ card, faults, isBusy, onChange }: CardInputsProps) {
  const field = (name: CardFieldName, format: (text: string) => string) => ({
    id: `card-${name}`,
    value: card[name],
    error: faults[name],
    readOnly: isBusy,
    inputMode: 'numeric' as const,
    // A demo must not get the customer's real card from autofill.
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value, selectionStart } = event.target;
      // Only at the end, because formatting in the middle moves the cursor.
      onChange(name, selectionStart === value.length ? format(value) : value);
    },
    onBlur: () => {
      if (format(card[name]) !== card[name]) onChange(name, format(card[name]));
    },
  });
  return (
    <div className="card-inputs stack gap-4 top">
      <TextField {...field('number', formatCardNumber)} label="Card number" isRequired maxLength={24} />
      <TextField
        {...field('expiry', formatExpiry)}
        label="Expiration date"
        isRequired
        width="short"
        placeholder="MM / YY"
        maxLength={9}
      />
      <TextField
        {...field('cvc', (text) => text)}
        label="Security code (CVC)"
        isRequired
        width="short"
        maxLength={4}
      />
    </div>
  );
}
