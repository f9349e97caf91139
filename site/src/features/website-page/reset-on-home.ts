import { resetChoices } from './reset-choices.ts';

resetChoices();
