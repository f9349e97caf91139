import type { Options } from '../list/select-filter.tsx';
import type { Select } from '../list/filters.tsx';

export const FLAG_SELECT: Select = {
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
];
