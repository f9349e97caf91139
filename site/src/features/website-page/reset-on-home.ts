import { resetChoices } from '../../lib/bundle-storage.ts';

resetChoices();
