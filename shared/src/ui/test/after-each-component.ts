import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Test files share modules, so Testing Library does not register this itself.
afterEach(cleanup);
