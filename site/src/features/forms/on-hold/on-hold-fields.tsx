import { TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import type { FieldsProps } from '../fields/form-fields.tsx';
import { LiveHint } from '../fields/live-hint.tsx';
import { OrderHint } from '../order-link/order-hint.tsx';
import type { OnHoldName } from './on-hold-questions.ts';

const loadSpokenLengthHint = async () =>
  (await import('@northlight/shared/catalog/spoken-length.ts')).spokenLengthHint;

export function OnHoldFields({ field, form }: FieldsProps<OnHoldName>) {
  return (
    <>
      <fieldset className="form-section">
        <legend>
          <h2>Your business</h2>
        </legend>
        <TextField {...field('businessName')} />
        <TextField {...field('businessNiche')} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>Your message</h2>
        </legend>
        <div className="field-group">
          <TextArea {...field('customMessage')} />
          <LiveHint form={form} name="customMessage" loadHint={loadSpokenLengthHint} />
        </div>
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>How to reach you</h2>
        </legend>
        <TextField {...field('email')} />
        <TextField {...field('phone')} />
        <OrderHint>
          <TextField {...field('orderNumber')} />
        </OrderHint>
      </fieldset>
    </>
  );
}
