import { VoiceForm } from '@northlight/shared/contracts/forms/voice-form.ts';
import { checkWith } from '../engine/check-with.ts';

export const check = checkWith(VoiceForm);
