import { TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { CheckboxCard, type FieldsProps } from '../fields/form-fields.tsx';
import { LiveHint } from '../fields/live-hint.tsx';
import { ColorChoice } from './color-choice.tsx';
import type { WebsiteName } from './website-questions.ts';

const loadUrlLinesHint = async () => (await import('./url-lines.ts')).urlLinesHint;

export function WebsiteFields({ field, checkbox, form, hasOrder }: FieldsProps<WebsiteName>) {
  return (
    <>
      <fieldset className="form-section">
        <legend>
          <h2>You and your order</h2>
        </legend>
        <TextField {...field('name')} />
        <TextField {...field('project')} />
        {!hasOrder && <CheckboxCard {...checkbox('hasNoOrder')} />}
        <TextField {...field('email')} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>How it should look</h2>
        </legend>
        <div className="field-group">
          <TextArea {...field('referenceUrls')} />
          <LiveHint form={form} name="referenceUrls" loadHint={loadUrlLinesHint} />
        </div>
        <TextArea {...field('contactInfo')} />
        <ColorChoice field={field('colors')} form={form} />
        <TextField {...field('fonts')} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>What it should say</h2>
        </legend>
        <TextArea {...field('services')} />
        <TextArea {...field('address')} />
        <TextArea {...field('socialMedia')} />
        <TextArea {...field('testimonials')} />
        <TextArea {...field('text')} />
        <TextArea {...field('notes')} />
      </fieldset>
    </>
  );
}
