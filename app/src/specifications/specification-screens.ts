export { SpecificationScreen } from './specification.tsx';
export { SpecificationsScreen } from './specifications.tsx';
