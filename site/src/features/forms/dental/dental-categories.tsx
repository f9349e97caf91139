import { TextArea } from '@northlight/shared/ui/field.tsx';
import type { FieldsProps } from '../engine/form-frame.tsx';
import type { DentalChoices, DentalName } from './dental-questions.ts';
import { CheckboxCard } from '../fields/checkbox-card.tsx';

type DentalCategoriesProps = Pick<FieldsProps<DentalName>, 'field' | 'checkbox'> &
  Pick<DentalChoices, 'categories'>;

export function DentalCategories({ field, checkbox, categories }: DentalCategoriesProps) {
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
