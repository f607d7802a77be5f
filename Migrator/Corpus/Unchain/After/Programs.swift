package let programs =
  stepPrograms + errorPrograms + cancelingPrograms + severalPrograms + isolationPrograms + namePrograms + shapePrograms + guaranteePrograms
  + leftPrograms + googlePrograms + unwrappingPrograms
