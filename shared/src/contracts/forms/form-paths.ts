/** Apart from the schemas, so that a form page can send without having loaded zod. */
export const WEBSITE_FORM_PATH = '/api/submit-order-form';
export const VOICE_FORM_PATH = '/api/submit-voice-agent-form';
export const DENTAL_FORM_PATH = '/api/voice-agent-form-submission';
export const ON_HOLD_FORM_PATH = '/api/on-hold-audio-form';
export const INTAKE_PATH = '/api/intake';
export const VERIFY_ORDER_PATH = '/api/json/verify-order';
