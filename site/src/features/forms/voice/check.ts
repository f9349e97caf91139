import { VoiceForm } from '@northlight/shared/contracts/voice-form.ts';
import { checkWith } from '../check-with.ts';

export const check = checkWith(VoiceForm);
