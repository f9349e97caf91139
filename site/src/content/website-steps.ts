export const websiteSteps = [
  { title: 'Pay', words: 'By card or PayPal. The confirmation mail brings your order number.' },
  {
    title: 'Tell us',
    words:
      'One form: pages you like, three colors, what you offer, where you are. We contact you within 24 hours.',
  },
  { title: 'Revise', words: 'You see the design and say what to change, up to five times.' },
  { title: 'Go live', words: 'One to two business days after you approve.' },
] as const;
