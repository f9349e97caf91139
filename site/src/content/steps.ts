export const websiteSteps = [
  { title: 'Pay', words: 'Pay by card or PayPal. Your confirmation email has your order number.' },
  {
    title: 'Tell us about it',
    words:
      'Fill out one form: pages you like, three colors, what you offer, and where you are. We’ll contact you within 24 hours.',
  },
  { title: 'Revise', words: 'You’ll see the design. Five rounds of changes are included.' },
  { title: 'Go live', words: 'Your page goes live 1-2 business days after you approve it.' },
] as const;

export const voiceSteps = [
  { title: 'Request', words: 'Send the request form, with links to the pages your agent should learn from.' },
  { title: 'Talk', words: 'We’ll contact you within 24 hours and quote your price.' },
  { title: 'Go live', words: 'Your agent will be operational in 1-2 business days.' },
] as const;

export const dentalSteps = [
  {
    title: 'Choose',
    words:
      'Fill out one form: the calls you want answered, the systems you use, the languages you need, and HIPAA.',
  },
  {
    title: 'Talk',
    words: 'We’ll contact you within 24 hours and quote your price. A third party bills you separately.',
  },
  { title: 'Go live', words: 'Your agent will be operational in 1-2 business days.' },
] as const;

export const onHoldSteps = [
  { title: 'Pay once', words: 'Pay by card or PayPal. Your confirmation email has your order number.' },
  {
    title: 'Tell us your message',
    words: 'Fill out one form: what you do and what callers should hear. We’ll contact you within 24 hours.',
  },
  { title: 'Get the file', words: 'You’ll get an MP3 within one business day. Up to six updates are free.' },
] as const;
