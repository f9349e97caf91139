import { TextField } from '@northlight/shared/ui/field.tsx';
import type { FieldsProps } from './fields-props.ts';

type PersonName = 'firstName' | 'lastName' | 'email' | 'phone';

export function PersonFields({ field }: Pick<FieldsProps<PersonName>, 'field'>) {
  return (
    <>
      <TextField {...field('firstName')} />
      <TextField {...field('lastName')} />
      <TextField {...field('email')} />
      <TextField {...field('phone')} />
    </>
  );
}
