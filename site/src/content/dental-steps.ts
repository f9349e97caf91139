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
  { title: 'Pick up', words: 'Your agent will be operational in one to two business days.' },
] as const;
