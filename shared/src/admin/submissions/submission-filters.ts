import { type Options, WORK_SELECT, type Select } from '../list/filters.tsx';

const FLAG_SELECT: Select = {
  name: 'flag',
  label: 'Flag',
  options: [
    ['', 'Any flag'],
    ['none', 'No flags'],
    ['unverified', 'Unverified'],
    ['not-quarantine', 'Not in quarantine'],
    ['quarantine', 'In quarantine'],
  ],
};

/** The filters of every list of forms. */
export const FORM_SELECTS: readonly Select[] = [FLAG_SELECT, WORK_SELECT];

export const KIND_SELECT: Select = {
  name: 'kind',
  label: 'Form',
  options: [
    ['', 'Both forms'],
    ['voice-agent', 'AI Voice Agent'],
    ['dental-voice-agent', 'Dental'],
  ],
};

export const SUBMISSION_SORTS: Options = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['due', 'Due first'],
];
