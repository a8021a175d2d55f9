export { InstanceJobsScreen } from './jobs.tsx';
export { InstanceOrganizationScreen } from './organization.tsx';
export { InstanceOrganizationsScreen } from './organizations.tsx';
export { InstanceStatusScreen } from './status.tsx';
export { InstanceScreen } from './users.tsx';
