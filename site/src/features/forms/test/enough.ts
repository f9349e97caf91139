/** The least that each form needs. */
export const ENOUGH = {
  website: { name: 'Ada Marlow', project: 'ORD-10001', email: 'ada@marlow.example' },
  voice: {
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
  },
  dental: {
    firstName: 'Wen',
    lastName: 'Li',
    email: 'wen@li-dental.example',
    phone: '(555) 010-2211',
    practiceName: 'Li Dental',
    practiceType: 'orthodontics',
    practiceSize: 'small',
  },
  onHold: {
    businessName: 'Marlow Bicycles',
    businessNiche: 'Bicycle repairs',
    customMessage: 'Thank you for calling Marlow Bicycles. We will be with you in a moment.',
    email: 'ada@marlow.example',
  },
};
