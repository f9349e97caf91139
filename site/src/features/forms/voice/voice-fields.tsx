import { TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import type { FieldsProps } from '../fields/fields-props.ts';
import { PersonFields } from '../fields/person-fields.tsx';
import type { VoiceName } from './voice-questions.ts';

export function VoiceFields({ field }: FieldsProps<VoiceName>) {
  return (
    <>
      <fieldset className="form-section">
        <legend>
          <h2>Personal information</h2>
        </legend>
        <PersonFields field={field} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>Business information</h2>
        </legend>
        <TextField {...field('businessName')} />
        <TextArea {...field('businessDescription')} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>Anything else</h2>
        </legend>
        <TextArea {...field('notes')} />
      </fieldset>
    </>
  );
}
