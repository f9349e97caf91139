import { SelectField, TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { CheckboxCard, type FieldsProps, PersonFields } from '../fields/form-fields.tsx';
import type { DentalChoices, DentalName } from './dental-questions.ts';

type DentalFieldsProps = FieldsProps<DentalName> & { choices: DentalChoices };

export function DentalFields({ field, checkbox, choices }: DentalFieldsProps) {
  return (
    <>
      <fieldset className="form-section">
        <legend>
          <h2>Practice Information</h2>
        </legend>
        <PersonFields field={field} />
        <TextField {...field('practiceName')} />
        <SelectField {...field('practiceType')}>
          <Options of={choices.types} />
        </SelectField>
        <SelectField {...field('practiceSize')}>
          <Options of={choices.sizes} />
        </SelectField>
        <TextField {...field('currentPhoneSystem')} />
      </fieldset>
      <DentalCategories field={field} checkbox={checkbox} categories={choices.categories} />
      <fieldset className="form-section">
        <legend>
          <h2>Integration Requirements</h2>
        </legend>
        <TextArea {...field('existingSoftware')} />
        <TextField {...field('patientManagementSystem')} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>Special Requirements</h2>
        </legend>
        <CheckboxCard {...checkbox('multilingualSupport')}>
          <TextField {...field('languages')} />
        </CheckboxCard>
        <CheckboxCard {...checkbox('hipaaCompliance')} defaultChecked />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>Additional Information</h2>
        </legend>
        <TextArea {...field('specialRequirements')} />
        <TextArea {...field('notes')} />
      </fieldset>
    </>
  );
}

function Options({ of }: { of: Record<string, string> }) {
  return (
    <>
      <option value="">Choose one</option>
      {Object.entries(of).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

type DentalCategoriesProps = Pick<FieldsProps<DentalName>, 'field' | 'checkbox'> &
  Pick<DentalChoices, 'categories'>;

function DentalCategories({ field, checkbox, categories }: DentalCategoriesProps) {
  return (
    <fieldset className="form-section">
      <legend>
        <h2>AI Voice Agent Services</h2>
      </legend>
      <p className="form-note">Check what the agent should do. We’ll ask for a few details about each one.</p>
      {categories.map(({ id, details }) => (
        <CheckboxCard key={id} {...checkbox(id)}>
          {details.map((name) => (
            <TextArea key={name} {...field(name)} />
          ))}
        </CheckboxCard>
      ))}
    </fieldset>
  );
}
